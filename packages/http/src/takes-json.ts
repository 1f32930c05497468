const json = 'application/json'

/** Whether an Accept header allows JSON; the most specific media range decides. */
export const takesJson = (accept: string): boolean => {
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
  const closest = [json, 'application/*', '*/*']
    .map((name) => ranges.find(([type]) => type === name))
    .find((range) => range !== undefined)
  return closest !== undefined && !closest.some((part) => /^q=0(\.0*)?$/.test(part))
}
