/** A clock for one timer at a time, which stands still until the test lets time pass, and counts how often a timer was set. */
export const standingClock = () => {
  let now = 0
  let set = 0
  let due: { readonly at: number; readonly callback: () => void } | undefined
  return {
    now: () => now,
    after: (ms: number, callback: () => void) => {
      const timer = { at: now + ms, callback }
      due = timer
      set += 1
      return () => {
        if (due === timer) due = undefined
      }
    },
    timesSet: () => set,
    pass: (ms: number) => {
      now += ms
      if (due !== undefined && due.at <= now) due.callback()
    },
  }
}
