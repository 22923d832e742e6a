// Texts about the outcome of an action.

export const runTexts = {
  done: ['操作成功', 'Done'],
  retrying: ['网络不稳定，正在重试…', 'The network is unstable. Trying again…'],
  batchDone: ['已完成 {{done}} 条', 'Completed: {{done}}'],
  batchSome: ['完成 {{done}} 条，{{refused}} 条未执行', 'Completed: {{done}}; not performed: {{refused}}'],
  batchProgress: ['正在执行 {{done}} / {{total}}', 'Running {{done}} of {{total}}'],
  batchRefused: ['未执行的记录', 'Records not performed'],
  secretTitle: ['接口密钥只显示这一次，请立即保存', 'This API key is shown only once. Save it now'],
  secretCopy: ['复制', 'Copy'],
  secretClose: ['关闭', 'Close'],
  secretCopied: ['已复制', 'Copied'],
  secretNotCopied: ['无法复制，请选中密钥后手动复制', 'The key could not be copied. Select it and copy it by hand'],
} as const satisfies Record<string, readonly [string, string]>
