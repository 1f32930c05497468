import { RE2JS } from 're2js'

const longest = 1024

/**
 * A regular expression that whoever writes templates has thought of, judged in a time that grows with the text alone: theirs
 * can keep nobody busy. Throws a `SyntaxError` for one that would need more (back references, looking around), or is none.
 */
export const linearPattern = (expression: string): { foundIn(text: string): boolean } => {
  if (expression.length > longest)
    throw new SyntaxError(`a pattern has at most ${longest} characters, and this one ${expression.length}`)
  try {
    const compiled = RE2JS.compile(expression)
    return { foundIn: (text) => compiled.matcher(text).find() }
  } catch (cause) {
    throw new SyntaxError(`${JSON.stringify(expression)} is no pattern that can be judged`, { cause })
  }
}
