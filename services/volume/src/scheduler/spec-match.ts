import { isTrue } from '../app/paging.ts'

const numbers: Readonly<Record<string, (has: number, wanted: number) => boolean>> = {
  '=': (has, wanted) => has >= wanted,
  '==': (has, wanted) => has === wanted,
  '!=': (has, wanted) => has !== wanted,
  '>=': (has, wanted) => has >= wanted,
  '<=': (has, wanted) => has <= wanted,
  '>': (has, wanted) => has > wanted,
  '<': (has, wanted) => has < wanted,
}

const texts: Readonly<Record<string, (has: string, wanted: string) => boolean>> = {
  's==': (has, wanted) => has === wanted,
  's!=': (has, wanted) => has !== wanted,
  's>=': (has, wanted) => has >= wanted,
  's<=': (has, wanted) => has <= wanted,
  's>': (has, wanted) => has > wanted,
  's<': (has, wanted) => has < wanted,
}

/** Booleans as Python writes them. */
const written = (has: unknown): string => (typeof has === 'boolean' ? (has ? 'True' : 'False') : String(has))

/**
 * Whether a capability matches an extra spec, which is an operator with its operands (`>= 10`, `s== fast`, `<is> True`, `<in>
 * ssd`, `<or> a <or> b`) or the plain value.
 */
export const fitsSpec = (has: unknown, spec: string): boolean => {
  const [operator = '', ...rest] = spec.trim().split(/\s+/)
  const wanted = rest.join(' ')
  if (operator === '<is>') return isTrue(String(has)) === isTrue(wanted)
  if (operator === '<in>') return written(has).includes(wanted)
  if (operator === '<all-in>') return rest.every((word) => written(has).includes(word))
  if (operator === '<or>')
    return spec
      .split('<or>')
      .map((word) => word.trim())
      .filter((word) => word !== '')
      .includes(written(has))
  const numeric = Object.hasOwn(numbers, operator) ? numbers[operator] : undefined
  if (numeric) return numeric(Number(has), Number(wanted))
  const textual = Object.hasOwn(texts, operator) ? texts[operator] : undefined
  if (textual) return textual(written(has), wanted)
  return written(has).toLowerCase() === spec.trim().toLowerCase()
}
