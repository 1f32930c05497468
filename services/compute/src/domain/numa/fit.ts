/** A part of a guest fitted into a host, or why it does not fit, in words for an operator. */
export type Fit<Part> = { readonly fitted: Part } | { readonly refused: string }

export const fits = <Part>(fit: Fit<Part>): fit is { readonly fitted: Part } => 'fitted' in fit
