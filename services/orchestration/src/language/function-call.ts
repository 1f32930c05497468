import type { Path } from './path.ts'
import type { Scope } from './scope.ts'

/** A function at work: what it may ask. */
export interface FunctionCall {
  readonly name: string
  readonly scope: Scope
  readonly path: Path
  /** Whether it stands in a condition: there fewer functions are allowed. */
  readonly inCondition: boolean
  resolve(value: unknown, ...below: Path): Promise<unknown>
  /** Whether a condition holds: its name, a function of conditions, or true and false. */
  holds(condition: unknown, ...below: Path): Promise<boolean>
  /** The error that the function was not called as it is meant. */
  wrong(reason: string): Error
}

/** Given its arguments as the template has them. */
export type TemplateFunction = (args: unknown, call: FunctionCall) => Promise<unknown>
