import { liveMigrate } from '@nimbo/contracts/compute/actions/live-migrate'
import { migrate } from '@nimbo/contracts/compute/actions/migrate'
import { Modal, ModalBody, ModalHeader } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../action/dialog-buttons.tsx'
import { usePerform } from '../action/use-perform.ts'
import type { ActionSpec } from '../panel/action-spec.ts'
import type { Item } from '../panel/item.ts'
import { nameOf } from '../panel/panel.ts'
import { serverAction } from '../panels/compute/server-actions.ts'
import { servers } from '../panels/compute/servers.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'

/** A requested move of a server to a host. */
export interface Move {
  readonly server: Item
  readonly from: string
  readonly to: string
}

const runs = ['ACTIVE', 'PAUSED']

/** Active and paused servers are migrated live, others cold. */
const actionOf = ({ server, to }: Move): ActionSpec =>
  runs.includes(String(server.status))
    ? serverAction('live-migrate', liveMigrate, {
        body: () => ({ 'os-migrateLive': { host: to, block_migration: 'auto' } }),
      })
    : serverAction('migrate', migrate, { body: () => ({ migrate: { host: to } }) })

/** Asks for confirmation after a server was dropped on a host, or says why it cannot be moved. */
export const MoveDialog = ({ move, close }: { readonly move: Move; close(): void }) => {
  const { t } = useTranslation()
  const { server, from, to } = move
  const action = actionOf(move)
  const { mutate, isPending, error } = usePerform(servers, action, server, {})
  const hindrance = action.hindered?.(server)
  const word = t(`action.${action.id}`)
  return (
    <Modal isOpen onClose={close} variant="small" aria-labelledby="move-title">
      <ModalHeader title={word} labelId="move-title" />
      <ModalBody>
        <p>{t('topology.move', { name: nameOf(server), from, to })}</p>
        {hindrance && <p>{t(`shell.why.${hindrance.why}`, { ...hindrance.values })}</p>}
        {error && <ProblemAlert error={error} />}
      </ModalBody>
      <DialogButtons
        word={word}
        busy={isPending}
        hindered={hindrance !== undefined}
        close={close}
        onClick={() => mutate(undefined, { onSuccess: close })}
      />
    </Modal>
  )
}
