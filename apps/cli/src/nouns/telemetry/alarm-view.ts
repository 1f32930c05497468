import { isRow, rowsAt, textAt } from '../../cloud/json-values.ts'
import { everyField, Formatted, type Result, type Row } from '../../output/result.ts'

const signs: Readonly<Record<string, string>> = { lt: '<', le: '<=', eq: '=', ne: '!=', ge: '>=', gt: '>' }

const conditionText = (condition: Row): string => {
  const op = textAt(condition, 'op')
  return `${textAt(condition, 'field')} ${signs[op] ?? op} ${textAt(condition, 'value')}`
}

/** An alarm for display, with the members of its rule beside its own. */
export const showAlarmFields = (alarm: Row): Result => {
  const key = `${textAt(alarm, 'type')}_rule`
  const { [key]: rule, ...rest } = alarm
  const constraints = rowsAt(alarm, 'time_constraints')
  const told = {
    ...rest,
    time_constraints:
      constraints.length > 0 ? new Formatted(constraints, JSON.stringify(constraints, undefined, 2)) : [],
  }
  if (key === 'composite_rule')
    return everyField({ ...told, composite_rule: new Formatted(rule, JSON.stringify(rule, undefined, 2)) })
  if (!isRow(rule)) return everyField(told)
  const conditions = Array.isArray(rule.query) ? rule.query.filter(isRow) : undefined
  const query = conditions && new Formatted(conditions, conditions.map(conditionText).join(' AND\n'))
  return everyField({ ...told, ...rule, ...(query && { query }) })
}
