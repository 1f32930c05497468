import { option, type Settings } from '@nimbo/config/option'
import { defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, seconds, string } from '@nimbo/config/option-types'

/** A regular expression that is matched from the beginning of a text. */
const pattern = <const S extends Settings<RegExp>>(settings: S) =>
  option<RegExp, S>(
    {
      description: 'regular expression',
      parse: (text) => {
        try {
          return new RegExp(`^(?:${text})`)
        } catch {
          throw new Error('a regular expression')
        }
      },
      format: ({ source }) => source,
    },
    settings,
  )

/** Options of passwords and of the lockout of users. */
export const securityOptions = defineOptions('security_compliance', {
  allow_insecure_application_credential_trust_escalation: boolean({
    default: false,
    help: 'Whether unrestricted application credentials may manage trusts, as is needed to create stacks with them.',
  }),
  lockout_failure_attempts: integer({
    min: 1,
    help: 'Number of consecutive wrong passwords after which a user is locked out for lockout_duration; never if unset.',
  }),
  lockout_duration: seconds({ default: 1800, min: 1, help: 'Seconds for which a user is locked out.' }),
  disable_user_account_days_inactive: integer({
    min: 1,
    help: 'Days without a login after which a user is considered disabled; never if unset.',
  }),
  password_expires_days: integer({
    min: 1,
    help: 'Days after which a new password expires; never if unset.',
  }),
  change_password_upon_first_use: boolean({
    default: false,
    help: 'Whether users must change a password that an administrator gave them before they can use it.',
  }),
  unique_last_password_count: integer({
    default: 0,
    min: 0,
    help: "Number of a user's most recent passwords, including the current one, that the user may not choose again; 0 disables the check.",
  }),
  minimum_password_age: integer({
    default: 0,
    min: 0,
    help: 'Days for which users cannot change a password that they set themselves; 0 for none.',
  }),
  password_regex: pattern({
    help: 'Regular expression that new passwords must match from the beginning; write $$ for $.',
  }),
  password_regex_description: string({
    help: 'Description of password_regex for users whose new password does not match it.',
  }),
})
