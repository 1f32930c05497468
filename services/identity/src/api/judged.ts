/**
 * Loads what a rule looks at and lets the rule judge. Where the load fails, the rule judges without a target first, so that
 * only those who may see everything learn what is not there.
 */
export const judged = async <Kept>(
  enforce: (rule: string, target?: Readonly<Record<string, unknown>>) => void,
  rule: string,
  load: Promise<Kept>,
  targetOf: (kept: Kept) => Readonly<Record<string, unknown>>,
): Promise<Kept> => {
  let kept: Kept
  try {
    kept = await load
  } catch (error) {
    enforce(rule)
    throw error
  }
  enforce(rule, targetOf(kept))
  return kept
}
