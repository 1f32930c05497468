import { Content, Form } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { Choice } from './choice.tsx'
import type { DraftProps } from './server-draft.ts'

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** Wizard step: networks and security groups. */
export const NetworkStep = ({ draft, change }: DraftProps) => {
  const { t } = useTranslation()
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <Content component="p">{t('shell.wizard.networks')}</Content>
      <Choice
        {...{ name: 'networks', to: 'networks', narrow: { 'router:external': false }, several: true }}
        value={draft.networkIds}
        set={(ids) => change({ networkIds: texts(ids) })}
      />
      <Choice
        {...{ name: 'security_groups', to: 'security-groups', send: 'name', several: true }}
        value={draft.groupNames}
        set={(names) => change({ groupNames: texts(names) })}
      />
    </Form>
  )
}
