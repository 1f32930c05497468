import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from '../panel/item.ts'
import { keyOf, nameOf, type Panel } from '../panel/panel.ts'
import { useToast } from '../shell/toasts-context.ts'

export interface Outcome {
  readonly error: unknown
}

/** Concurrent requests of a batch, so that it leaves capacity for other users. */
const atOnce = 4

/** Runs an action on several items; the dialog closes by itself when all succeed. */
export const useBatch = (
  panel: Panel,
  items: readonly Item[],
  verb: string,
  run: (item: Item) => Promise<unknown>,
  close: () => void,
) => {
  const { t } = useTranslation()
  const tell = useToast()
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const [state, setState] = useState<'asked' | 'running' | 'done'>('asked')
  const one = async (item: Item): Promise<Outcome> => {
    const outcome = await run(item).then(
      () => ({ error: undefined }),
      (error: unknown) => ({ error }),
    )
    setOutcomes((before) => ({ ...before, [keyOf(panel, item)]: outcome }))
    return outcome
  }
  const begin = async () => {
    setState('running')
    const left = [...items]
    let failures = 0
    const work = async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift())
        if ((await one(item)).error !== undefined) failures += 1
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    setState('done')
    await queries.invalidateQueries({ queryKey: [panel.kind ?? panel.id] })
    if (failures > 0) return
    tell({
      look: 'success',
      title: t('shell.did', { action: t(`action.${verb}`), name: items.map(nameOf).slice(0, 5).join(', ') }),
    })
    close()
  }
  return { outcomes, running: state === 'running', done: state === 'done', begin }
}
