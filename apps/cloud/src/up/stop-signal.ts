/** Resolves at the first SIGINT or SIGTERM; a second one exits the process at once. */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let asked = false
    const stop = (): void => {
      if (asked) process.exit(130)
      asked = true
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
