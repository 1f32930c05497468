import { isBelowAuth } from '../../cloud/settings.ts'
import { command } from '../../grammar/command.ts'
import { either } from '../../grammar/option.ts'
import { everyField } from '../../output/result.ts'

const secrets = ['password', 'token', 'application_credential_secret']

const show = command({
  words: 'configuration show',
  summary: 'Display configuration details',
  output: 'one',
  options: {
    mask: either(
      { '--mask': true, '--unmask': false },
      'Hide passwords, tokens and other secrets (default), or show them',
    ),
  },
  // Asks no service: this is for finding out why none can be reached.
  run: async ({ settings: { insecure, ...settings } }, { mask = true }) =>
    everyField({
      verify: !insecure,
      ...Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [
          isBelowAuth(name) ? `auth.${name}` : name,
          mask && secrets.includes(name) ? '<redacted>' : value,
        ]),
      ),
    }),
})

export const configurationCommands = [show]
