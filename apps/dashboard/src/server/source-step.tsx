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

/** The typed number; 0 while the field is empty, so that another number can be typed. */
const numberIn = (text: string): number => Math.max(0, Math.trunc(Number(text) || 0))

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
          value={draft.count === 0 ? '' : draft.count}
          onMinus={() => change({ count: draft.count - 1 })}
          onPlus={() => change({ count: draft.count + 1 })}
          onChange={({ currentTarget }) => change({ count: numberIn(currentTarget.value) })}
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
            value={draft.volumeSize === 0 ? '' : draft.volumeSize}
            onChange={(_, size) => change({ volumeSize: numberIn(size) })}
          />
        </FormGroup>
      )}
    </Form>
  )
}
