import type { Session } from './session.ts'

/** Asks the user to confirm; true without asking when standard input is not a terminal. */
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
