export type Binary = (left: number, right: number) => number
export type Unary = (value: number) => number

const truth = (is: boolean): number => (is ? 1 : 0)

/** As in Python: the result has the sign of the divisor. */
const modulo: Binary = (left, right) => left - right * Math.floor(left / right)

const compare = {
  equal: (left: number, right: number) => truth(left === right),
  less: (left: number, right: number) => truth(left < right),
  more: (left: number, right: number) => truth(left > right),
  lessOrEqual: (left: number, right: number) => truth(left <= right),
  moreOrEqual: (left: number, right: number) => truth(left >= right),
  different: (left: number, right: number) => truth(left !== right),
}

const add: Binary = (left, right) => left + right
const subtract: Binary = (left, right) => left - right
const multiply: Binary = (left, right) => left * right
const divide: Binary = (left, right) => left / right
const power: Binary = (left, right) => left ** right

const binaries: Readonly<Record<string, Binary>> = {
  ...{ '=': compare.equal, '==': compare.equal, eq: compare.equal },
  ...{ '<': compare.less, lt: compare.less, '>': compare.more, gt: compare.more },
  ...{ '<=': compare.lessOrEqual, '≤': compare.lessOrEqual, le: compare.lessOrEqual },
  ...{ '>=': compare.moreOrEqual, '≥': compare.moreOrEqual, ge: compare.moreOrEqual },
  ...{ '!=': compare.different, '≠': compare.different, ne: compare.different },
  ...{ '%': modulo, mod: modulo, '+': add, add, '-': subtract, sub: subtract },
  ...{ '*': multiply, '×': multiply, mul: multiply, '/': divide, '÷': divide, div: divide },
  ...{ '**': power, '^': power, pow: power },
  clip_min: (value, low) => Math.max(value, low),
  clip_max: (value, high) => Math.min(value, high),
}

const negate: Unary = (value) => -value

const unaries: Readonly<Record<string, Unary>> = {
  ...{ abs: Math.abs, absolute: Math.abs, neg: negate, negative: negate },
  ...{ cos: Math.cos, sin: Math.sin, tan: Math.tan, floor: Math.floor, ceil: Math.ceil },
}

export const binaryOf = (name: string): Binary | undefined =>
  Object.hasOwn(binaries, name) ? binaries[name] : undefined

export const unaryOf = (name: string): Unary | undefined =>
  Object.hasOwn(unaries, name) ? unaries[name] : undefined
