import { Button } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useForbidden } from '../action/use-allowed.ts'
import { CreateDialog } from '../form/create-dialog.tsx'
import type { FormSpec } from '../panel/form-spec.ts'
import type { Panel } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'

/** Some services look at the body before they judge: it says as much as they want to see. */
const asked = ({ operation, key, fields, body }: FormSpec) => {
  const plain = Object.fromEntries(
    fields.filter(({ name }) => ['name', 'public_key'].includes(name)).map(({ name }) => [name, 'sample']),
  )
  return { operation, ...(key === undefined || body ? {} : { body: { [key]: plain } }) }
}

/** Opens the form for something new, under an address of its own; absent where policy never allows it. */
export const CreateButton = ({ panel, within }: { readonly panel: Panel; readonly within: Within }) => {
  const { t } = useTranslation()
  const go = useNavigate()
  const [query, setQuery] = useSearchParams()
  const { create, createAt } = panel
  const questions = create ? [{ api: panel.api, path: within.path ?? {}, ...asked(create) }] : []
  const forbidden = useForbidden(questions, create !== undefined)
  if (create === undefined && createAt === undefined) return null
  if (create && forbidden.has(create.operation.id)) return null
  const write = (change: (next: URLSearchParams) => void) =>
    setQuery((before) => {
      const next = new URLSearchParams(before)
      change(next)
      return next
    })
  const begin = () => (createAt === undefined ? write((next) => next.set('do', 'create')) : void go(createAt))
  return (
    <>
      <Button onClick={begin}>{t('shell.create', { kind: t(`panel.${panel.id}.one`) })}</Button>
      {create && query.get('do') === 'create' && (
        <CreateDialog
          panel={panel}
          create={create}
          within={within}
          close={() => write((next) => next.delete('do'))}
        />
      )}
    </>
  )
}
