const [quote, backslash] = [34, 92]
const opens: ReadonlySet<number> = new Set([91, 123])
const closes: ReadonlySet<number> = new Set([93, 125])

/** Whether a JSON text nests deeper than `most`, determined without parsing it. */
export const nestsDeeper = (text: string, most: number): boolean => {
  // Every opening bracket needs a closing one.
  if (text.length <= 2 * most) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === backslash) at += 1
      else if (code === quote) inString = false
    } else if (code === quote) inString = true
    else if (closes.has(code)) depth -= 1
    else if (opens.has(code)) {
      depth += 1
      if (depth > most) return true
    }
  }
  return false
}
