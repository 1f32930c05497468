import type { Session } from './session.ts'

/** Asks a person whether to go on; where nobody sits at a terminal, nobody is asked. */
export const confirmed = async ({ streams }: Session, question: string): Promise<boolean> => {
  const { stdin, stderr } = streams
  if (!stdin.isTTY) return true
  stderr.write(question)
  let answer = ''
  for await (const chunk of stdin) {
    answer += String(chunk)
    if (answer.includes('\n')) break
  }
  return /^\s*y/i.test(answer)
}
