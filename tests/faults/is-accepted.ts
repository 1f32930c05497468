interface Answered {
  readonly status: number
}

/** Whether a request has an answer that says that it is or will be done; a process that died gave none. */
export const isAccepted = (answer: Answered | undefined): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300
