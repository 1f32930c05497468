import { Button, List, ListItem, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from '../panel/item.ts'
import { keyOf, labelOf, type Panel } from '../panel/panel.ts'
import { BatchResult } from './batch-result.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { type Outcome, useBatch } from './use-batch.ts'

interface Props {
  readonly panel: Panel
  readonly items: readonly Item[]
  /** Translation key of the action: `action.<verb>`. */
  readonly verb: string
  readonly danger?: boolean
  run(item: Item): Promise<unknown>
  close(): void
}

/** Lists the names of the selected items for confirmation, runs the action, and shows the result of each. */
export const BatchDialog = ({ panel, items, verb, danger = false, run, close }: Props) => {
  const { t } = useTranslation()
  // Kept in state, because the action may remove items from the list.
  const [chosen] = useState(items)
  const batch = useBatch(panel, chosen, verb, run, close)
  const outcomeOf = (item: Item): Outcome | undefined => batch.outcomes[keyOf(panel, item)]
  const begun = batch.running || batch.done
  const word = t(`action.${verb}`)
  return (
    <Modal isOpen onClose={close} variant="small" aria-labelledby="batch-title">
      <ModalHeader title={word} labelId="batch-title" {...(danger ? { titleIconVariant: 'warning' } : {})} />
      <ModalBody>
        <p>{t('shell.batch.ask', { action: word, count: chosen.length })}</p>
        <List isPlain>
          {chosen.map((item) => (
            <ListItem key={keyOf(panel, item)}>
              <strong>{labelOf(panel, item)}</strong> <BatchResult outcome={outcomeOf(item)} begun={begun} />
            </ListItem>
          ))}
        </List>
      </ModalBody>
      {batch.done ? (
        <ModalFooter>
          <Button onClick={close}>{t('shell.done')}</Button>
        </ModalFooter>
      ) : (
        <DialogButtons
          word={word}
          busy={batch.running}
          close={close}
          variant={danger ? 'danger' : 'primary'}
          onClick={() => void batch.begin()}
        />
      )}
    </Modal>
  )
}
