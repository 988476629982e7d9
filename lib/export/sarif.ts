/** Findings as SARIF 2.1.0, for code-scanning tools. */

import type { Finding } from '../validity/findings'

const LEVELS = { rejects: 'error', alters: 'warning', fragile: 'note' } as const

export function sarifOf(files: readonly { readonly file: string; readonly findings: readonly Finding[] }[]) {
  const rules = [...new Set(files.flatMap(one => one.findings.map(finding => finding.rule)))].sort()
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'cutpoint', rules: rules.map(id => ({ id })) } },
        results: files.flatMap(({ file, findings }) => findings.map(finding => resultOf(file, finding))),
      },
    ],
  }
}

function resultOf(file: string, finding: Finding) {
  return {
    ruleId: finding.rule,
    level: finding.mendedBy === null ? LEVELS[finding.severity] : 'note',
    message: { text: finding.message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: file } },
        logicalLocations: [{ name: finding.at, fullyQualifiedName: finding.requestPath }],
      },
    ],
  }
}
