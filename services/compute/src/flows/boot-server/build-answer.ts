/** A host's result of a build: the signal that wakes the flow. */
export type BuildAnswer =
  | { readonly outcome: 'built'; readonly host: string }
  | {
      readonly outcome: 'failed'
      readonly host: string
      readonly code: string
      readonly message: string
      readonly elsewhere: boolean
      readonly outage?: boolean
    }
