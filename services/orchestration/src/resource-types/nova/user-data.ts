import { mimeOf } from '../mime.ts'
import type { ServerProperties } from './server-properties.ts'

type Given = Pick<ServerProperties, 'user_data' | 'user_data_format'>

/** What cloud-init finds in a guest, in the form the template asks for; undefined for nothing. */
export const userDataOf = ({ user_data, user_data_format }: Given): string | undefined => {
  const text = textOf({ user_data, user_data_format })
  return text === undefined ? undefined : Buffer.from(text).toString('base64')
}

const textOf = ({ user_data, user_data_format }: Given): string | undefined => {
  switch (user_data_format) {
    case 'RAW':
      return user_data === '' ? undefined : user_data
    case 'SOFTWARE_CONFIG':
      // A config that is a message of several parts already is handed on as it is.
      if (user_data.startsWith('Content-Type: multipart/')) return user_data
      return user_data === '' ? undefined : mimeOf([{ text: user_data, subtype: subtypeOf(user_data) }])
    case 'HEAT_CFNTOOLS':
      return mimeOf([{ text: user_data, subtype: 'x-cfninitdata', filename: 'cfn-userdata' }])
  }
}

const subtypeOf = (text: string): string => {
  if (text.startsWith('#!')) return 'x-shellscript'
  return text.startsWith('#cloud-config') ? 'cloud-config' : 'plain'
}
