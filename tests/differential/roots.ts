/** The service types in a catalog for each service, the newest name first. */
const types = {
  identity: ['identity'],
  placement: ['placement'],
  compute: ['compute'],
  network: ['network'],
  volume: ['block-storage', 'volumev3'],
  image: ['image'],
} as const

export type Service = keyof typeof types

const isService = (word: string): word is Service => Object.hasOwn(types, word)

/** The service of a story: the first word of its name. */
export const serviceOf = (story: string): Service => {
  const [word = ''] = story.split('-')
  if (!isService(word)) throw new Error(`no service is asked by ${story}`)
  return word
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const publicUrl = (entry: unknown): string => {
  const found = listOf(fieldOf(entry, 'endpoints')).find((one) => fieldOf(one, 'interface') === 'public')
  const url = fieldOf(found, 'url')
  return typeof url === 'string' ? url : ''
}

/** The base URL of each service in a token's catalog, without the version and what follows, which the requests name themselves. */
export const rootsOf = (token: unknown): ReadonlyMap<Service, string> => {
  const catalog = listOf(fieldOf(fieldOf(token, 'token'), 'catalog'))
  const roots = new Map<Service, string>()
  for (const service of Object.keys(types).filter(isService)) {
    const entry = types[service]
      .map((type) => catalog.find((one) => fieldOf(one, 'type') === type))
      .find((one) => one !== undefined)
    if (entry !== undefined) roots.set(service, publicUrl(entry).replace(/\/(v\d[\d.]*(\/.*)?)?$/, ''))
  }
  return roots
}
