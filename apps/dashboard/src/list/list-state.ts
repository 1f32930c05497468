import { useSearchParams } from 'react-router'

const controls = ['sort', 'limit', 'after', 'do']
const usual = 20
export const pageSizes = [10, 20, 50, 100] as const

/** The state of a list that is kept in the URL, so that links and the back button restore it. */
export interface ListState {
  readonly filters: Readonly<Record<string, string>>
  readonly sort: { readonly by: string; readonly down: boolean } | undefined
  readonly limit: number
  /** Keys of the last items of the previous pages. */
  readonly markers: readonly string[]
}

const sortOf = (text: string | null): ListState['sort'] => {
  if (text === null || text === '') return undefined
  return text.startsWith('-') ? { by: text.slice(1), down: true } : { by: text, down: false }
}

const limitOf = (text: string | null): number => {
  const limit = Number(text)
  return pageSizes.find((size) => size === limit) ?? usual
}

export interface ListControls extends ListState {
  /** Sets a filter, or removes it if the text is empty. Goes back to the first page. */
  filter(name: string, value: string): void
  clear(): void
  sortBy(by: string, down: boolean): void
  setLimit(limit: number): void
  setMarkers(markers: readonly string[]): void
}

/** Reads the state of a list from the URL and writes it there. */
export const useListState = (): ListControls => {
  const [query, setQuery] = useSearchParams()
  const write = (changes: Readonly<Record<string, string | undefined>>, keepPage = false) =>
    setQuery((before) => {
      const next = new URLSearchParams(before)
      if (!keepPage) next.delete('after')
      for (const [name, value] of Object.entries(changes))
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, value)
      return next
    })
  const filters = Object.fromEntries([...query].filter(([name]) => !controls.includes(name)))
  return {
    filters,
    sort: sortOf(query.get('sort')),
    limit: limitOf(query.get('limit')),
    markers: query.get('after')?.split(',').filter(Boolean) ?? [],
    filter: (name, value) => write({ [name]: value }),
    clear: () => write(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined]))),
    sortBy: (by, down) => write({ sort: down ? `-${by}` : by }),
    setLimit: (limit) => write({ limit: String(limit) }),
    setMarkers: (markers) => write({ after: markers.join(',') }, true),
  }
}
