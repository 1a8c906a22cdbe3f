#!/bin/sh
# Reports that a systemd unit failed: in the journal, and by email to ALERT_MAIL through the mail server in SMTP_URL.
set -eu
unit=$1
text="$unit failed on $(uname -n). To read its log, run: journalctl -u $unit -n 50"
# systemd reads <3> as the level of an error.
echo "<3>$text"
[ -n "${ALERT_MAIL:-}" ] || { echo "<4>ALERT_MAIL is not set, so nobody gets an email"; exit 0; }
sender=${MAIL_FROM:?is required with ALERT_MAIL}
sender=${sender##*<}
url=${SMTP_URL:?is required with ALERT_MAIL}
url=${url%%\?*}
url=${url%/}
tls=ssl-reqd
case $SMTP_URL in
  smtps:*) ;;
  *tls=off*) tls= ;;
  # The server uses port 587 for STARTTLS if the URL has no port. The default of curl is 25.
  *) case ${url##*[/@]} in *:*[0-9]) ;; *) url=$url:587 ;; esac ;;
esac
# curl reads the URL from a file, because other users can see the arguments of a process.
printf 'From: %s\r\nTo: %s\r\nSubject: %s failed\r\nDate: %s\r\n\r\n%s\r\n' \
  "$MAIL_FROM" "$ALERT_MAIL" "$unit" "$(date -R)" "$text" |
  curl --silent --show-error --max-time 60 --config /dev/fd/3 --mail-from "${sender%>}" --mail-rcpt "$ALERT_MAIL" --upload-file - 3<<END
url = "$url"
$tls
END
