import { createHash } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** Twelve letters derived from an id. */
const shortOf = (id: string): string => {
  const bytes = createHash('sha256').update(id).digest()
  return Array.from(bytes.subarray(0, 12), (byte) => letters[byte % 32]).join('')
}

/**
 * The physical resource name, such as `stack-resource-kzq3pw5xw2lm`; if it is too long, the middle of the stack's name is cut
 * out.
 */
export const physicalName = (stack: string, resource: string, id: string, longest = 255): string => {
  const tail = `${resource}-${shortOf(id)}`
  const room = longest - tail.length - 1
  if (room < 3) return tail.slice(-longest)
  const head =
    stack.length <= room ? stack : `${stack.slice(0, 2)}-${stack.slice(-(room - 3))}`.slice(0, room)
  return `${head}-${tail}`
}
