import { FileUpload } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly id: string
  readonly value: string
  set(value: unknown): void
}

/** A text that is typed, pasted or loaded from a file. */
export const FileControl = ({ id, value, set }: Props) => {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  return (
    <FileUpload
      id={id}
      type="text"
      value={value}
      filename={name}
      filenamePlaceholder={t('shell.form.dropFile')}
      browseButtonText={t('shell.form.browse')}
      clearButtonText={t('shell.form.clear')}
      onFileInputChange={(_, file) => setName(file.name)}
      onDataChange={(_, text) => set(text)}
      onTextChange={(_, text) => set(text)}
      onClearClick={() => {
        setName('')
        set('')
      }}
      allowEditingUploadedText
    />
  )
}
