import { RE2JS } from 're2js'

const longest = 1024

/**
 * Compiles a regular expression of a template's author, matched in time linear in the text, so that it cannot block the process.
 * Throws a `SyntaxError` if it is invalid or needs more than that (back references, look-around).
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
