// Refusals of migrations and their remedies in Chinese, by the English words.
export const chineseStoredRecords: Readonly<Record<string, string>> = {
  'The entity {name} is gone from the manifests, but {count} records of it are kept ({ids}).':
    '配置里已没有实体 {name}，但还保存着 {count} 条记录（{ids}）。',
  'The entity {name} is gone from the manifests, but {count} record of it is kept ({ids}).':
    '配置里已没有实体 {name}，但还保存着 {count} 条记录（{ids}）。',
  'The state {name} of {entity} is gone from the manifest, but records are in it: {holders}.':
    '配置里已没有 {entity} 的状态 {name}，但还有记录处于该状态：{holders}。',
  'The code {name} of the dictionary {dictionary} is gone from the manifest, but records hold it: {holders}.':
    '字典 {dictionary} 里已没有编码 {name}，但还有记录在使用：{holders}。',
  'The permission code {name} is gone from the manifest, but records hold it: {holders}.':
    '配置里已没有权限码 {name}，但还有记录持有它：{holders}。',
  'The lines {name} of {entity} are gone from the manifest, but records hold some: {count} ({ids}).':
    '配置里已没有 {entity} 的明细 {name}，但还有 {count} 条记录有明细（{ids}）。',
  'The field {name} of {entity} is gone from the manifest, but records hold values of it: {count} ({ids}).':
    '配置里已没有 {entity} 的字段 {name}，但还有 {count} 条记录有值（{ids}）。',
  'The field {name} of {entity} is computed now, but records hold values of it: {count} ({ids}).':
    '{entity} 的字段 {name} 现在是计算出来的，但还有 {count} 条记录有填写的值（{ids}）。',
  'The field {name} of {entity} is required now, but there is no value in {misfits}.':
    '{entity} 的字段 {name} 现在必填，但{misfits}没有值。',
  'The field {name} of {entity} holds at most {count} characters now, but there are other values in {misfits}.':
    '{entity} 的字段 {name} 现在最多 {count} 个字符，但{misfits}的值超出。',
  'The field {name} of {entity} is at least {number} now, but there are other values in {misfits}.':
    '{entity} 的字段 {name} 现在不小于 {number}，但{misfits}的值不符。',
  'The field {name} of {entity} is at most {number} now, but there are other values in {misfits}.':
    '{entity} 的字段 {name} 现在不大于 {number}，但{misfits}的值不符。',
  'The field {name} of {entity} has at most {digits} decimal places now, but there are other values in {misfits}.':
    '{entity} 的字段 {name} 现在最多 {digits} 位小数，但{misfits}的值不符。',
  'The field {name} of {entity} chooses from {dictionary} now, but there are other values in {misfits}.':
    '{entity} 的字段 {name} 现在从字典 {dictionary} 选择，但{misfits}的值不在其中。',
  'The field {name} of {entity} refers to {target} now, but there are other values in {misfits}.':
    '{entity} 的字段 {name} 现在引用 {target}，但{misfits}仍指向原来的记录。',
  '{name} was an entity whose records are kept and cannot become a view.': '{name} 原是保存记录的实体，不能改成视图。',
  '{name} cannot begin or cease to belong to tenants while its table exists.':
    '{name} 的表已经存在，不能再改为属于或不属于租户。',
  'Records of {entity} are in the way of what {key} asks for ({detail}).':
    '{entity} 现有的记录不符合 {key} 的要求（{detail}）。',
  'PostgreSQL cannot keep {entity} as it is written ({detail}).':
    'PostgreSQL 无法按现在的写法保存 {entity}（{detail}）。',
  'Records of {entity} hold texts that are too long to be found by an index ({detail}).':
    '{entity} 现有的文字太长，无法建索引（{detail}）。',
  'The field {name} of {entity} cannot become {type}: records hold values that might not fit.':
    '{entity} 的字段 {name} 不能改为 {type}：现有的值可能放不下。',
}

export const chineseStoredHints: Readonly<Record<string, string>> = {
  'Write {from} in the entity that takes them over, or {drop} in "migration" of app.json to lose them.':
    '由另一个实体接管时在其中写 {from}；要放弃这些记录，在 app.json 的 "migration" 里写 {drop}。',
  'Write {json} to move them.': '写 {json} 把它们移过去。',
  'Keep it as {json}, which is shown and no longer offered, or write {rename} to replace it.':
    '保留为 {json}，仍会显示但不再可选；或者写 {rename} 替换它。',
  'Write in "migration" of access.json {rename} to replace it, or {drop} to take it from them.':
    '在 access.json 的 "migration" 里写 {rename} 替换它，或写 {drop} 收回它。',
  'Write {rename} to keep them under another name, or {drop} to lose them.':
    '写 {rename} 改名保留，或写 {drop} 放弃它们。',
  'Write {fill} to give them a value, or {exempt} to leave each as it is until its next edit.':
    '写 {fill} 给它们一个值，或写 {exempt}，在下次修改之前保持原样。',
  'Correct these records first, or write {exempt} to leave each as it is until its next edit.':
    '请先更正这些记录，或写 {exempt}，在下次修改之前保持原样。',
  'Write it as it was, or in another way.': '请改回原来的写法，或换一种写法。',
  'Change these records first, or leave {key} as it was.': '请先修改这些记录，或让 {key} 保持原样。',
  'Leave {key} as it was.': '让 {key} 保持原样。',
  'Shorten them first, or let the field be a {type}.': '请先缩短这些文字，或把字段类型改为 {type}。',
  'Give the new field another name, or write {drop} first to lose them.':
    '给新字段另起名称，或先写 {drop} 放弃原有内容。',
}

export const chineseStoredWords: Readonly<Record<string, string>> = {
  '{count} record ({ids})': '{count} 条记录（{ids}）',
  '{count} records ({ids})': '{count} 条记录（{ids}）',
}
