/** Describes what is wrong with a value, in Nova's words; undefined if it is valid. */
export type Problem = (value: string) => string | undefined

export const anyText: Problem = () => undefined

export const oneOf =
  (...words: readonly string[]): Problem =>
  (value) =>
    words.includes(value) ? undefined : `'${value}' is not one of: ${words.join(', ')}.`

/** An integer, without bounds unless they are given. */
export const integerIn =
  ({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = {}): Problem =>
  (value) => {
    if (!/^\s*[+-]?[0-9]+(_[0-9]+)*\s*$/.test(value)) return `'${value}' is not a valid integer value.`
    const number = Number(value.replaceAll('_', ''))
    if (number > max) return `'${number}' is greater than the max value of '${max}'.`
    return number < min ? `'${number}' is less than the min value of '${min}'.` : undefined
  }

export const booleanLike: Problem = (value) =>
  /^\s*(true|false|1|0|yes|no|on|off|t|f|y|n)\s*$/i.test(value)
    ? undefined
    : `'${value}' is not a valid boolean-like value.`

/** A text of the form that an expression describes; `expression` may differ from it to be safe against long texts. */
export const ofForm =
  (form: string, expression = new RegExp(`^(?:${form})$`)): Problem =>
  (value) =>
    expression.test(value) ? undefined : `'${value}' is not of the format '${form}'.`
