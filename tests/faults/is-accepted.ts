interface Answered {
  readonly status: number
}

/** Whether a request was answered with success; there is no answer if the process died first. */
export const isAccepted = (answer: Answered | undefined): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300
