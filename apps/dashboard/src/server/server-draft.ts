/** The values of the wizard. */
export interface ServerDraft {
  readonly name: string
  readonly count: number
  readonly description: string
  readonly zone: string | undefined
  /** The boot source. */
  readonly source: 'image' | 'volume' | 'snapshot'
  readonly sourceId: string | undefined
  /** With an image: the size in GiB of a new boot volume, instead of a local disk. */
  readonly volumeSize: number | undefined
  readonly flavorId: string | undefined
  readonly networkIds: readonly string[]
  readonly groupNames: readonly string[]
  readonly keyName: string | undefined
  readonly groupId: string | undefined
  readonly userData: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly configDrive: boolean
}

const sources = ['image', 'volume', 'snapshot'] as const

/** The boot source in the query of a URL: `?volume=…`. */
export const sourceIn = (query: URLSearchParams): Partial<ServerDraft> => {
  const source = sources.find((name) => query.has(name))
  return source === undefined ? {} : { source, sourceId: query.get(source) ?? undefined }
}

export const emptyDraft: ServerDraft = {
  name: '',
  count: 1,
  description: '',
  zone: undefined,
  source: 'image',
  sourceId: undefined,
  volumeSize: undefined,
  flavorId: undefined,
  networkIds: [],
  groupNames: [],
  keyName: undefined,
  groupId: undefined,
  userData: '',
  metadata: {},
  configDrive: false,
}

/** Whether name, number of servers and boot source are given. */
export const hasSource = ({ name, count, sourceId, volumeSize }: ServerDraft): boolean =>
  name !== '' && count > 0 && sourceId !== undefined && volumeSize !== 0

export interface DraftProps {
  readonly draft: ServerDraft
  change(part: Partial<ServerDraft>): void
}
