import { useState } from 'react'
import type { Column } from '../panel/column.ts'
import type { Panel } from '../panel/panel.ts'

const keyOf = (panel: Panel): string => `nimbo.columns.${panel.id}`

const keptNames = (panel: Panel): readonly string[] | undefined => {
  const text = localStorage.getItem(keyOf(panel))
  return text === null ? undefined : text.split(',')
}

const usualNames = ({ columns }: Panel): readonly string[] =>
  columns.filter(({ hidden }) => !hidden).map(({ name }) => name)

export interface ChosenColumns {
  readonly shown: readonly Column[]
  readonly all: readonly Column[]
  choose(names: readonly string[]): void
  reset(): void
}

/** The selected columns of a panel, kept in local storage. The first column is always shown, because it links to the item. */
export const useColumns = (panel: Panel): ChosenColumns => {
  const [names, setNames] = useState(() => keptNames(panel) ?? usualNames(panel))
  const all = [...panel.columns, ...(panel.details ?? [])]
  return {
    all,
    shown: all.filter(({ name }, index) => index === 0 || names.includes(name)),
    choose: (chosen) => {
      localStorage.setItem(keyOf(panel), chosen.join(','))
      setNames(chosen)
    },
    reset: () => {
      localStorage.removeItem(keyOf(panel))
      setNames(usualNames(panel))
    },
  }
}
