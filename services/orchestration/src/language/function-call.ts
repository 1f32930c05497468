import type { Path } from './path.ts'
import type { Scope } from './scope.ts'

/** The call of a function, with what its implementation may use. */
export interface FunctionCall {
  readonly name: string
  readonly scope: Scope
  readonly path: Path
  /** Whether it is part of a condition, where fewer functions are allowed. */
  readonly inCondition: boolean
  /** Counts items that a `repeat` is about to make; returns their number in the whole value. */
  itemsWith(more: number): number
  resolve(value: unknown, ...below: Path): Promise<unknown>
  /** Evaluates a condition: its name, a condition function, or a boolean. */
  holds(condition: unknown, ...below: Path): Promise<boolean>
  /** Makes the error for wrong arguments. */
  wrong(reason: string): Error
}

/** Gets its arguments unresolved. */
export type TemplateFunction = (args: unknown, call: FunctionCall) => Promise<unknown>
