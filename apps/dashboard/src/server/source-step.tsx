import { Form, FormGroup, NumberInput, Radio, Switch, TextInput } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { Choice } from './choice.tsx'
import type { DraftProps } from './server-draft.ts'

/** The panel to select from, by boot source. */
const sources = {
  image: { to: 'images', narrow: { status: 'active' } },
  volume: { to: 'volumes', narrow: { status: 'available', bootable: 'true' } },
  snapshot: { to: 'snapshots', narrow: { status: 'available' } },
} as const
const kinds = ['image', 'volume', 'snapshot'] as const

/** Wizard step: name, number of servers and boot source. */
export const SourceStep = ({ draft, change }: DraftProps) => {
  const { t } = useTranslation()
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <FormGroup label={t('field.name')} fieldId="wizard-server-name" isRequired>
        <TextInput
          id="wizard-server-name"
          isRequired
          value={draft.name}
          onChange={(_, name) => change({ name })}
        />
      </FormGroup>
      <FormGroup label={t('field.count')} fieldId="wizard-count">
        <NumberInput
          inputProps={{ id: 'wizard-count' }}
          inputAriaLabel={t('field.count')}
          minusBtnAriaLabel={t('shell.form.less')}
          plusBtnAriaLabel={t('shell.form.more')}
          min={1}
          max={100}
          value={draft.count}
          onMinus={() => change({ count: draft.count - 1 })}
          onPlus={() => change({ count: draft.count + 1 })}
          onChange={({ currentTarget }) => change({ count: Math.max(1, Number(currentTarget.value) || 1) })}
        />
      </FormGroup>
      <FormGroup label={t('shell.wizard.source')} role="radiogroup" isInline>
        {kinds.map((kind) => (
          <Radio
            key={kind}
            id={`source-${kind}`}
            name="source"
            label={t(`field.${kind}`)}
            isChecked={draft.source === kind}
            onChange={() => change({ source: kind, sourceId: undefined, volumeSize: undefined })}
          />
        ))}
      </FormGroup>
      <Choice
        {...sources[draft.source]}
        key={draft.source}
        name={draft.source}
        required
        value={draft.sourceId}
        set={(id) => change({ sourceId: id === undefined ? undefined : String(id) })}
      />
      {draft.source === 'image' && (
        <FormGroup fieldId="wizard-volume">
          <Switch
            id="wizard-volume"
            label={t('shell.wizard.newVolume')}
            isChecked={draft.volumeSize !== undefined}
            onChange={(_, on) => change({ volumeSize: on ? 1 : undefined })}
          />
        </FormGroup>
      )}
      {draft.volumeSize !== undefined && (
        <FormGroup label={t('field.size_gib')} fieldId="wizard-size" isRequired>
          <TextInput
            id="wizard-size"
            type="number"
            min={1}
            value={draft.volumeSize}
            onChange={(_, size) => change({ volumeSize: Math.max(1, Number(size) || 1) })}
          />
        </FormGroup>
      )}
    </Form>
  )
}
