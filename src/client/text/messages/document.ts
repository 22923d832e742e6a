// Texts around a printed document.

export const documentTexts = {
  print: ['打印', 'Print'],
  pdf: ['下载 PDF', 'Download PDF'],
  stop: ['停止', 'Stop'],
  sum: ['合计', 'Total'],
  pageOf: ['第 {{page}} / {{count}} 页', 'Page {{page}} of {{count}}'],
  failed: ['PDF 生成失败：{{why}}', 'The PDF could not be created: {{why}}'],
  choose: ['打印单据', 'Print a document'],
} as const satisfies Record<string, readonly [string, string]>
