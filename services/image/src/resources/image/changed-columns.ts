/** The columns that differ from those before. */
export const changedColumns = <Columns extends object>(
  columns: Columns,
  before: Columns,
): Partial<Columns> => {
  const changed: Partial<Columns> = {}
  for (const name in columns) if (columns[name] !== before[name]) changed[name] = columns[name]
  return changed
}
