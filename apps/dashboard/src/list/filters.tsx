import { SearchInput, ToolbarFilter, ToolbarItem } from '@patternfly/react-core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filter } from '../panel/panel.ts'
import { ChoiceFilter } from './choice-filter.tsx'
import type { ListControls } from './list-state.ts'

interface TextProps {
  readonly name: string
  readonly value: string
  narrow(value: string): void
}

/** Delay after the last keystroke before a text filter is applied. */
const stoppedMs = 400

const TextFilter = ({ name, value, narrow }: TextProps) => {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const apply = useEffectEvent(narrow)
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => apply(text), stoppedMs)
    return () => clearTimeout(timer)
  }, [text, value])
  const label = t('shell.list.searchBy', { field: t(`field.${name}`) })
  return (
    <SearchInput
      aria-label={label}
      placeholder={t(`field.${name}`)}
      value={text}
      onChange={(_, typed) => setText(typed)}
      onClear={() => {
        setText('')
        narrow('')
      }}
      resetButtonLabel={t('shell.list.reset')}
    />
  )
}

/**
 * The filters of a list: a search box per text filter, a select per filter with choices, and the active filters as labels below.
 */
export const Filters = ({
  filters,
  state,
}: {
  readonly filters: readonly Filter[]
  readonly state: ListControls
}) => {
  const { t } = useTranslation()
  return filters.map(({ name, choices }) => {
    const value = state.filters[name] ?? ''
    const word = t(`field.${name}`)
    const shown = choices ? t(`state.${value.toLowerCase()}`, { defaultValue: value }) : value
    return (
      <ToolbarFilter
        key={name}
        categoryName={word}
        labels={value === '' ? [] : [shown]}
        deleteLabel={() => state.filter(name, '')}
      >
        <ToolbarItem>
          {choices ? (
            <ChoiceFilter
              name={name}
              choices={choices}
              value={value}
              apply={(one) => state.filter(name, one)}
            />
          ) : (
            <TextFilter name={name} value={value} narrow={(text) => state.filter(name, text.trim())} />
          )}
        </ToolbarItem>
      </ToolbarFilter>
    )
  })
}
