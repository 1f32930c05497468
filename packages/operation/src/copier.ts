import { setOwn } from '@nimbo/kernel/set-own'

type Structure = Readonly<Record<string, unknown>>
type Convert = (value: unknown) => unknown

/** Copies an object. */
type Copy = (value: Structure) => Structure

/**
 * At most this many different lists of property names get a compiled function. A schema without additional properties has few.
 */
const mostShapes = 16

/** `(value, convert) => ({ ["id"]: value["id"], ["flavor"]: convert[0](value["flavor"]) })`. */
const compiled = (names: readonly string[], converts: ReadonlyMap<string, Convert | undefined>): Copy => {
  const used: Convert[] = []
  const properties = names.map((name) => {
    const key = JSON.stringify(name)
    const convert = converts.get(name)
    if (convert) used.push(convert)
    // In brackets, `__proto__` is a property like any other.
    return `[${key}]: ${convert ? `convert[${used.length - 1}](value[${key}])` : `value[${key}]`}`
  })
  const write = new Function('value', 'convert', `return { ${properties.join(', ')} }`)
  return (value) => write(value, used)
}

const isSame = (one: readonly string[], other: readonly string[]): boolean => {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false
  return true
}

/**
 * Returns a function that copies objects without their `hidden` properties and converts others. It is compiled for each list of
 * property names, since a reply may list a thousand objects with the same names: adding one property after the other takes five
 * times as long, and an object made at once is faster to write as JSON.
 */
export const copierOf = (
  hidden: ReadonlySet<string>,
  converts: ReadonlyMap<string, Convert | undefined>,
): Copy => {
  const shapes: { readonly names: readonly string[]; readonly copy: Copy }[] = []
  const copyOneByOne: Copy = (value) => {
    const copy: Record<string, unknown> = {}
    for (const name of Object.keys(value)) {
      if (hidden.has(name)) continue
      const convert = converts.get(name)
      setOwn(copy, name, convert ? convert(value[name]) : value[name])
    }
    return copy
  }
  return (value) => {
    const names = Object.keys(value)
    for (const shape of shapes) if (isSame(shape.names, names)) return shape.copy(value)
    if (shapes.length === mostShapes) return copyOneByOne(value)
    const copy = compiled(
      names.filter((name) => !hidden.has(name)),
      converts,
    )
    shapes.push({ names, copy })
    return copy(value)
  }
}
