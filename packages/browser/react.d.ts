import type { CSSProperties, DetailedHTMLProps, HTMLAttributes } from "react";

type ElementProps = Omit<DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>, "style">;

/** Props of `<repute-reviews>` in React. The page "Review widget" of the documentation describes the attributes. */
export interface ReputeReviewsProps extends ElementProps {
  widget: string;
  name?: string;
  schema?: string;
  url?: string;
  address?: string;
  service?: string;
  theme?: "light" | "dark" | "auto";
  layout?: "grid" | "list" | "carousel" | "badge" | "summary";
  /** Ids, separated by commas. */
  location?: string;
  provider?: string;
  limit?: number | string;
  style?: CSSProperties & { [property: `--repute-${string}`]: string };
  "onrepute-ready"?: (event: CustomEvent) => void;
  "onrepute-error"?: (event: CustomEvent<Error>) => void;
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "repute-reviews": ReputeReviewsProps;
    }
  }
}
