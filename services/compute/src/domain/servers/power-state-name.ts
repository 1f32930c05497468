const names = new Map([
  [0, 'pending'],
  [1, 'running'],
  [3, 'paused'],
  [4, 'shutdown'],
  [6, 'crashed'],
  [7, 'suspended'],
])

/** Nova's name of a power state. */
export const powerStateName = (state: number): string => names.get(state) ?? 'pending'
