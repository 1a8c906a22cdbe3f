/** Sentences of reviews, by how the visit went. */
export const praise: readonly string[] = [
  "From the front desk to the chair everybody was kind, and I was never kept waiting without an explanation.",
  "I was nervous about the treatment, but every step was explained before it happened.",
  "They found an appointment for me on the same day and called in the evening to ask how I was doing.",
  "The office is spotless and easy to find, with parking right at the door.",
  "My insurance was handled without a single phone call from me, and the bill matched the estimate.",
  "Both of my children ask when they may come back, which says it all.",
  "No pressure, no upselling, just honest advice about what could wait and what could not.",
  "I have been a patient here for nine years and would not go anywhere else.",
  "The injection did not hurt at all, and the numbness was gone by lunch.",
  "The x-rays were on the screen in front of me, and we went through them together.",
  "Highly recommended!",
  "See you in six months.",
];

export const mixed: readonly string[] = [
  "The care itself was good, but I sat in the waiting room for thirty-five minutes past my appointment.",
  "Friendly people, although the paperwork took longer than the treatment.",
  "It took two calls to get the estimate, and a third to have it corrected.",
  "The cleaning was thorough, if a little rough.",
  "I would have liked to hear more about the alternatives before we started.",
  "They rescheduled me once at short notice and apologised for it.",
  "I will probably come back, and I hope that the next visit runs on time.",
  "Fine for a check-up.",
];

export const complaint: readonly string[] = [
  "I was quoted one price and charged another, and nobody returned my calls about the bill for two weeks.",
  "Forty minutes in the chair before anyone came in, and then five minutes with the doctor.",
  "The appointment was cancelled on the same morning, and the next free one was a month away.",
  "I had to repeat my whole history to three different people.",
  "The numbing wore off halfway through the treatment.",
  "A second dentist told me that the crown they were pushing was not needed at all.",
  "The receptionist argued with me about my insurance in front of the whole waiting room.",
  "I want my records sent elsewhere, and I am still waiting for an answer to that as well.",
  "Will not be back.",
];
