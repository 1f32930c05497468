/** Standard traits whose name is not just the x86 feature's in capitals. */
const renamed: Readonly<Record<string, string>> = {
  'sse4.1': 'SSE41',
  'sse4.2': 'SSE42',
  pni: 'SSE3',
  aes: 'AESNI',
  'sha-ni': 'SHA',
  pclmuldq: 'CLMUL',
  lm: '',
  abm: 'ABM',
  rtm: 'TSX',
  svm: 'SVM',
  vmx: 'VMX',
}

/** Features whose trait has the same name. */
const sameName: ReadonlySet<string> = new Set([
  ...['3dnow', 'asf', 'avx', 'avx2', 'avx512bw', 'avx512cd', 'avx512dq', 'avx512er', 'avx512f', 'avx512pf'],
  ...['avx512vl', 'avx512vbmi', 'avx512ifma', 'avx512vbmi2', 'avx512bitalg', 'avx512vnni', 'bmi1', 'bmi2'],
  ...['f16c', 'fma3', 'fma4', 'gfni', 'mmx', 'mpx', 'sse', 'sse2', 'sse4a', 'ssse3', 'tbm', 'vaes', 'xop'],
])

const featureTrait = (feature: string): string | undefined => {
  if (feature === 'fma') return 'HW_CPU_X86_FMA3'
  const name = renamed[feature] ?? (sameName.has(feature) ? feature.toUpperCase() : undefined)
  return name ? `HW_CPU_X86_${name}` : undefined
}

/** Features of every x86_64 CPU, QEMU's included; libvirt omits what the CPU model implies. */
const baseline = ['mmx', 'sse', 'sse2']

/** The standard traits of guests' CPU features. */
export const cpuTraits = (features: readonly string[]): readonly string[] =>
  [...new Set([...baseline, ...features].map(featureTrait).filter((trait) => trait !== undefined))].sort()
