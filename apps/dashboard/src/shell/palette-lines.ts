import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { clientOf } from '../api/api-clients.ts'
import { readItems } from '../api/items.ts'
import { type Item, textAt } from '../panel/item.ts'
import { keyOf, nameOf } from '../panel/panel.ts'
import { PanelsContext } from '../panel/panels-context.ts'
import type { Session } from '../session/session.ts'
import { offeredEntries } from './offered-entries.ts'

/** A result of the command palette. */
export interface PaletteLine {
  readonly path: string
  readonly title: string
  readonly about: string
}

/** The panels whose items are searched: the most used ones. */
const searched = ['servers', 'volumes', 'networks', 'routers', 'images', 'floating-ips']

/** Least number of letters before items are searched. */
const enough = 2

const found = (text: string, line: PaletteLine): boolean =>
  `${line.title} ${line.about}`.toLowerCase().includes(text.toLowerCase())

/** The results for a text: pages by title; items by name, id or floating IP address. */
export const usePaletteLines = (session: Session, text: string): readonly PaletteLine[] => {
  const { t } = useTranslation()
  const panels = useContext(PanelsContext)
  const queries = useQueryClient()
  const offered = offeredEntries(session)
  const pages = offered.map(({ area, group, name }) => ({
    path: `/${area}/${name}`,
    title: t(`panel.${name}.many`),
    about: [t(`shell.area.${area}`), t(`area.${area}.${group}`)]
      .filter((word, index, all) => all.indexOf(word) === index)
      .join(' · '),
  }))
  const names =
    text.length < enough ? [] : searched.filter((name) => offered.some((entry) => entry.name === name))
  const things = useQueries(
    {
      queries: names.map((name) => ({
        queryKey: ['palette', session.project?.id, name],
        queryFn: async (): Promise<readonly PaletteLine[]> => {
          const place = await panels.find(name, 'project')
          if (place === undefined) return []
          const items = await readItems(clientOf(place.panel.api), place.panel, {})
          return items.map((item: Item) => ({
            path: `/${place.area}/${name}/${encodeURIComponent(keyOf(place.panel, item))}`,
            title: nameOf(item),
            about: [t(`panel.${name}.one`), textAt(item, 'floating_ip_address'), textAt(item, 'id')]
              .filter(Boolean)
              .join(' · '),
          }))
        },
        staleTime: 10_000,
      })),
    },
    queries,
  )
  return [...pages, ...things.flatMap(({ data }) => data ?? [])].filter((line) => found(text, line))
}
