import { FileUpload } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly id: string
  readonly value: unknown
  set(value: unknown): void
}

/** A file input whose content is sent unchanged, as bytes. */
export const BytesControl = ({ id, value, set }: Props) => {
  const { t } = useTranslation()
  const file = value instanceof File ? value : undefined
  return (
    <FileUpload
      id={id}
      filename={file?.name ?? ''}
      filenamePlaceholder={t('shell.form.dropFile')}
      browseButtonText={t('shell.form.browse')}
      clearButtonText={t('shell.form.clear')}
      onFileInputChange={(_, chosen) => set(chosen)}
      onClearClick={() => set(undefined)}
      hideDefaultPreview
    />
  )
}
