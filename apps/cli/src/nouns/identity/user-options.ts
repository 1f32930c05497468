import { given } from '../../cloud/json-values.ts'
import { either, list } from '../../grammar/option.ts'

const onOff = (on: string, off: string, help: string) => either({ [on]: true, [off]: false }, help)

const rule = (name: string, help: string) => onOff(`--${name}`, `--no-${name}`, help)

/** The options that change how the cloud's security settings apply to a user. */
export const securityOptions = {
  ignoreLockout: rule(
    'ignore-lockout-failure-attempts',
    'Exempt the user from lockout after failed logins, or not',
  ),
  ignorePasswordExpiry: rule('ignore-password-expiry', 'Exempt the user from password expiry, or not'),
  ignoreFirstUse: rule(
    'ignore-change-password-upon-first-use',
    'Exempt the user from having to change a new password at first use, or not',
  ),
  lockPassword: onOff(
    '--enable-lock-password',
    '--disable-lock-password',
    'Forbid or allow the user to change the password',
  ),
  multiFactor: onOff(
    '--enable-multi-factor-auth',
    '--disable-multi-factor-auth',
    'Require the methods of a multi-factor rule to authenticate, or not',
  ),
  multiFactorAuthRule: list(
    '<rule>',
    'Multi-factor rule: methods required together, such as password,totp (repeatable)',
  ),
}

interface Asked {
  readonly ignoreLockout: boolean | undefined
  readonly ignorePasswordExpiry: boolean | undefined
  readonly ignoreFirstUse: boolean | undefined
  readonly lockPassword: boolean | undefined
  readonly multiFactor: boolean | undefined
  readonly multiFactorAuthRule: readonly string[]
}

/** The member `options` of a user; undefined when none of the options is given. */
export const userOptionsOf = (asked: Asked) => {
  const rules = asked.multiFactorAuthRule.map((methods) => methods.split(','))
  const options = given({
    ignore_lockout_failure_attempts: asked.ignoreLockout,
    ignore_password_expiry: asked.ignorePasswordExpiry,
    ignore_change_password_upon_first_use: asked.ignoreFirstUse,
    lock_password: asked.lockPassword,
    multi_factor_auth_enabled: asked.multiFactor,
    multi_factor_auth_rules: rules.length === 0 ? undefined : rules,
  })
  return Object.keys(options).length === 0 ? undefined : options
}
