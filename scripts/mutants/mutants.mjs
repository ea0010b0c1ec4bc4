/**
 * A mistake that somebody could make in the analysis or its tables: a text that stands once in a file, and what stands there instead.
 *
 * @typedef {{ name: string, file: string, from: string, to: string }} Mutant
 */

/** @type {(file: string, mutants: readonly (readonly [name: string, from: string, to: string])[]) => Mutant[]} */
const inFile = (file, mutants) =>
  mutants.map(([name, from, to]) => ({ name, file: `src/${file}`, from, to }));

/** @type {readonly Mutant[]} */
export const MUTANTS = [
  ...inFile('taxonomy/rows.ts', [
    [
      'a time-out is abortable',
      "protocolCode: 7, extends: 'RetriableException', before: AS_RETRIABLE, after: RETRY",
      "protocolCode: 7, extends: 'RetriableException', before: AS_RETRIABLE, after: ABORT",
    ],
    [
      'a fenced producer can be used after an abort',
      "protocolCode: 90, extends: 'ApplicationRecoverableException', before: was('fatal', 'fatal'), after: RECOVER",
      "protocolCode: 90, extends: 'ApplicationRecoverableException', before: was('fatal', 'fatal'), after: ABORT",
    ],
    [
      'an abort raises abortable errors',
      "const ABORTING = ['send', 'sendOffsets', 'commit'] as const;",
      "const ABORTING = ['send', 'sendOffsets', 'commit', 'abort'] as const;",
    ],
    [
      'the state of a transaction is one category with every API',
      "producerApi: 'producer-abortable', transactionApi: 'application-recoverable' } as const;\n\nconst AS",
      "producerApi: 'producer-abortable', transactionApi: 'producer-abortable' } as const;\n\nconst AS",
    ],
  ]),
  ...inFile('taxonomy/index.ts', [
    [
      'an unknown error can be aborted',
      "if (row === 'unknown') return 'application-recoverable';",
      "if (row === 'unknown') return 'producer-abortable';",
    ],
  ]),
  ...inFile('clients/kafkajs.ts', [
    ['kafkajs resumes a commit', 'abortsAfterFailedCommit: false', 'abortsAfterFailedCommit: true'],
    ['kafkajs resumes an abort', 'resumesAbort: false', 'resumesAbort: true'],
    [
      'kafkajs is good for more after a failed end',
      'stuckAfterFailedEnd: true',
      'stuckAfterFailedEnd: false',
    ],
    ['a commit of kafkajs waits for sends', 'commitFlushes: false', 'commitFlushes: true'],
    ['offsets of kafkajs are numbers', "offsets: 'string'", "offsets: 'number'"],
  ]),
  ...inFile('clients/rdkafka.ts', [
    [
      'librdkafka cannot abort after a failed commit',
      'abortsAfterFailedCommit: true',
      'abortsAfterFailedCommit: false',
    ],
    ['librdkafka does not resume an abort', 'resumesAbort: true', 'resumesAbort: false'],
    ['a commit of librdkafka waits for no send', 'commitFlushes: true', 'commitFlushes: false'],
  ]),
  ...inFile('clients/platformatic.ts', [
    ['a commit of Platformatic waits for sends', 'commitFlushes: false', 'commitFlushes: true'],
  ]),
  ...inFile('clients/confluent.ts', [
    [
      'the flags of the Confluent client tell something',
      "alwaysFalse: ['retriable', 'fatal', 'abortable']",
      'alwaysFalse: []',
    ],
  ]),
  ...inFile('flow/errors.ts', [
    [
      'a refreshable error is an abortable one',
      "'producer-refresh-retriable': 'retriable'",
      "'producer-refresh-retriable': 'abortable'",
    ],
    [
      'a wrong configuration is worth another try',
      "'invalid-configuration': 'configuration'",
      "'invalid-configuration': 'retriable'",
    ],
    [
      'a canonical name is known to no client',
      'canonicalNamesOf(variant)[0] === value',
      'canonicalNamesOf(variant)[0] === undefined',
    ],
    [
      'a superclass is no class of an error',
      'return isCanonicalName(name) && canonicalNamesOf(variant).includes(name);',
      'return isCanonicalName(name) && canonicalNamesOf(variant)[0] === name;',
    ],
  ]),
  ...inFile('flow/handlers.ts', [
    ['what seems not to fail does not fail', 'failsUnseen(it, node.block))', 'false)'],
    ['finally is not executed', 'if (!finalizer) return outcomes;', 'return outcomes;'],
    [
      'what a finally does instead is forgotten',
      "if (f.how === 'value') return { ...o, state: f.state };",
      'return { ...o, state: f.state };',
    ],
    [
      'a catch clause gets nothing',
      "tried.flatMap((o) => (o.how === 'throw' ? caught(it, handler, o) : [o]))",
      "tried.flatMap((o) => (o.how === 'throw' ? [] : [o]))",
    ],
    [
      'an error of the program itself leaves the try statement',
      'if (errors.length === 0) {\n    const id = `own:',
      'if (errors.length === 1) {\n    const id = `own:',
    ],
  ]),
  ...inFile('flow/loops.ts', [
    [
      'a generator does not fail',
      "value.kind === 'promise' ? awaited(it, s, value) : [valued(s, value)],",
      '[valued(s, value)],',
    ],
    [
      'a break with a label ends any loop',
      "} else if (outcome.how === 'break' && mine) {",
      "} else if (outcome.how === 'break') {",
    ],
    [
      'a continue with a label goes on with any loop',
      "if (outcome.how === 'value' || (outcome.how === 'continue' && mine)) {\n        if (node.type",
      "if (outcome.how === 'value' || outcome.how === 'continue') {\n        if (node.type",
    ],
    [
      'a loop has one turn',
      'const again = (s: State): void => {\n    arrive(turned(s));',
      'const again = (s: State): void => {\n    outcomes.push(valued(turned(s), undefinedValue));',
    ],
    [
      'a loop over items always has one',
      'else if (has.none && !isEndless(from)) outcomes.push(valued(has.none, undefinedValue));',
      '',
    ],
    ['an endless loop loses no error', 'for (const s of seen.values()) swallowed(it, s, state);', ''],
  ]),
  ...inFile('flow/statements.ts', [
    [
      'what a text has told matters for ever',
      'left.splice(at, 1);\n    return both;',
      'left.splice(at, 1);\n    return one;',
    ],
    [
      'a case falls through to no other',
      'for (const clause of node.cases.slice(from)) {',
      'for (const clause of node.cases.slice(from, from + 1)) {',
    ],
    [
      'a switch without a default goes on in none of its cases',
      'if (fallback < 0) outcomes.push(valued(s, undefinedValue));',
      'if (fallback < 0) continue;',
    ],
    [
      'an if without an else goes one way',
      'node.alternate ? statement(it, node.alternate, s) : [valued(s, undefinedValue)],',
      'node.alternate ? statement(it, node.alternate, s) : [],',
    ],
    [
      'a value that a handler returns tells nobody',
      "for (const { errors } of it.handling.slice(from)) next = it.tell(next, errors, 'returns', node);",
      '',
    ],
  ]),
  ...inFile('flow/sends.ts', [
    [
      'what the same call sends mends what it has not sent',
      'const isLost =\n    going',
      'const isLost =\n    false && going',
    ],
    [
      'records that are put back are not sent again',
      'errors.has(error) &&\n    parts.some(',
      'errors.has(error) && errors.size > 9 &&\n    parts.some(',
    ],
    [
      'a send cannot fail',
      'return failedProducer(it, next, deed, error, deed.varies);\n  });\n  return [{ state: ok, ok: true, value: result }, ...failed];\n}\n\n/** Whether only',
      'return failedProducer(it, next, deed, error, deed.varies);\n  });\n  return [{ state: ok, ok: true, value: result }, ...failed.slice(9)];\n}\n\n/** Whether only',
    ],
    [
      'a failed send leaves the transaction open',
      "state: fact?.state === 'open' ? 'must-abort' : (fact?.state ?? 'open'),\n      failed: [...(fact?.failed.filter((f) => f.at !== deed.node) ?? []), entry].slice(-6),",
      "state: fact?.state ?? 'open',",
    ],
    [
      'what back-pressure refuses was sent',
      'if (!rows || isBackPressure(it, state, again.error)) continue;',
      'if (!rows) continue;',
    ],
  ]),
  ...inFile('flow/endings.ts', [
    [
      'a failed commit leaves nothing in doubt',
      "commitError: error,\n      state: 'in-doubt',",
      "commitError: undefined,\n      state: 'ended',",
    ],
    ['a commit that is done ends nothing', "state: 'ended',\n    commit: deed.node,", 'commit: deed.node,'],
    [
      'a commit takes what failed along',
      'if (failed.resent || failed.requeued || !',
      'if (failed.resent || ',
    ],
    ['an abort ends nothing', 'clean.withFact(deed.transaction, over(fact)) : clean;', 'clean : clean;'],
    [
      'what nobody waits for is done before the commit',
      'if (profileOf(deed.client).behaviour.commitFlushes) continue;',
      'continue;',
    ],
  ]),
  ...inFile('flow/producers.ts', [
    [
      'closing a producer tells of all errors',
      'const unheard =\n      !it',
      'const unheard = false &&\n      !it',
    ],
    ['closing a producer ends no transaction', 'next = next.withFact(id, over(transaction));', ''],
    [
      'closing or replacing a producer deals with no error',
      'next = next.withFact(id, { ...fact, surfaced: true, unheard });',
      '',
    ],
    [
      'a new producer is as broken as the old one',
      'return takenCareOf(it, another(state, value.id));',
      'return takenCareOf(it, state);',
    ],
  ]),
  ...inFile('flow/turns.ts', [
    [
      'each turn over items has another transaction',
      '(goesThroughItems(it, node) && !isBegunBefore(it, id, fact, node))',
      'goesThroughItems(it, node)',
    ],
    [
      'work on other records is the same work again',
      ": f.varies.includes(loop) && !f.requeued\n            ? { ...f, text: '', hash: hashOf(''), past: true }",
      ": f.varies.includes('')\n            ? { ...f, text: '', hash: hashOf(''), past: true }",
    ],
  ]),
  ...inFile('flow/transactions.ts', [
    [
      'a transaction whose commit has failed is completed',
      "return fact ? fact.state === 'ended' : undefined;",
      "return fact ? fact.state !== 'open' : undefined;",
    ],
    [
      'a transaction of a producer that others hold is left to nobody',
      '(owner?.held === true || it.hasHolder(producer))',
      'false',
    ],
  ]),
  ...inFile('flow/leaving.ts', [
    ['an error that nobody hears of is fine', 'if (!fails) swallowed(it, state);', ''],
    [
      'a function that fails leaves nothing open',
      'leftOpen(it, state, fails);',
      'if (!fails) leftOpen(it, state, fails);',
    ],
    [
      "an abort's failure weighs as much as what led to it",
      '(fact.during.length > 0 ||\n      !isBegunInView',
      '(fact.during.length > 99 ||\n      !isBegunInView',
    ],
  ]),
  ...inFile('flow/unseen-calls.ts', [
    [
      'a pattern keeps what it is asked',
      "if (arg.kind !== 'function' && !asksText(owner, name))",
      "if (arg.kind !== 'function')",
    ],
    [
      'what is taken off an emitter is called',
      '? []\n    : args.filter((a): a is FunctionValue',
      "? args.filter((a): a is FunctionValue => a.kind === 'function')\n    : args.filter((a): a is FunctionValue",
    ],
    ['a logger passes errors on', 'records: isRecorded || feedsRecorder(it, node)', 'records: false'],
  ]),
  ...inFile('flow/promises.ts', [
    [
      'a rejection handler is never called',
      'return merged(handle(it, state, first, inner.value, inner.owes, node, true));',
      'return [valued(state, inner)];',
    ],
    [
      'the second function of then is never called',
      "return second && second.kind !== 'nil'",
      "return second && second.kind === 'nil'",
    ],
    [
      'a finally handler may not fail',
      "(o.how === 'throw' ? o : { ...o, value: inner })",
      '({ ...o, value: inner })',
    ],
  ]),
  ...inFile('flow/retries.ts', [
    [
      'nothing fails after a commit that is repeated',
      'isOwn ? failedAfterCommit(next) : next, id, node));\n          if',
      'next, id, node));\n          if',
    ],
    [
      'a retry helper tries once',
      'arrive(advanced(it, isOwn ? failedAfterCommit(next) : next, id, node));\n          if (bounded)',
      'if (bounded)',
    ],
    ['a retry helper never gives up', 'if (bounded) outcomes.push(thrown(next, outcome.value));', ''],
    [
      'every retry helper has a bound',
      'value.value === Infinity || value.value === true',
      'value.value === -1',
    ],
  ]),
  ...inFile('flow/finding.ts', [
    ['one mistake is said twice', 'if (findings.some(isStronger)) return true;', ''],
  ]),
  ...inFile('flow/finding.ts', [
    [
      'a mistake of one caller stands for those of the others',
      '(f.node === finding.node || leadsTo(f, finding))',
      'true',
    ],
    [
      'one handler is a mistake for each caller',
      'f.node === finding.node || leadsTo(f, finding)',
      'leadsTo(f, finding)',
    ],
  ]),
  ...inFile('flow/analysis.ts', [
    [
      'a guard of what nobody wants swallows',
      '.filter((f) => !isGuard(it, f) && !isClosedByCallers(it, f))',
      '.filter((f) => !isClosedByCallers(it, f))',
    ],
    [
      'what a caller closes stays open',
      '.filter((f) => !isGuard(it, f) && !isClosedByCallers(it, f))',
      '.filter((f) => !isGuard(it, f))',
    ],
    [
      'who goes on with a transaction leaves it open',
      'const isContinued = it.continued.has(producer);',
      'const isContinued = false;',
    ],
  ]),
  ...inFile('flow/comparisons.ts', [
    ['a built-in error may be of any class', 'if (isBuiltIn(left) && name', 'if (!left && name'],
  ]),
  ...inFile('flow/unseen-calls.ts', [['what is called for each item does not fail', '!callsUnseen && ', '']]),
  ...inFile('flow/construction.ts', [
    ['a promise by hand has failed at once', 'unseenIn(rest, made, node)', 'rest'],
  ]),
  ...inFile('flow/functions.ts', [
    ['what a helper gives back stays its own', 'after = handedToCaller(after, fn, node, value);', ''],
  ]),
  ...inFile('flow/loops.ts', [
    ['a list of any number is gone through once', 'severalOf(o.value, known, id)', 'known'],
  ]),
  ...inFile('flow/instances.ts', [
    ['decorators make nothing', 'made.node === value ? undefined : made', 'undefined'],
  ]),
  ...inFile('fixes/single-send.ts', [
    [
      'a helper’s loop is taken away from all',
      'if (!doesItself(situation, loop, situation.finding.call)) return [];',
      '',
    ],
  ]),
  ...inFile('model/written-object.ts', [
    ['settings in fields are out of view', 'property?.value ?? heldBy(origins, node)', 'property?.value'],
  ]),
  ...inFile('flow/handed-out.ts', [
    ['nothing is handed out', '!it.handedOut.has(fn.key) && isMadeOf(fn)', 'it.handedOut.has(fn.key)'],
  ]),
  ...inFile('flow/disposal.ts', [
    ['nothing is disposed of', "if (disposer?.kind !== 'function')", 'if (disposer)'],
  ]),
  ...inFile('flow/item-loops.ts', [
    ['every loop is about its items', 'known = arrives ||', 'known = true || arrives ||'],
  ]),
  ...inFile('flow/list-calls.ts', [
    ['nobody knows what a field has got', 'if (value.plain) it.seen.put(home, value);', ';'],
  ]),
  ...inFile('flow/bounds.ts', [
    [
      'no loop has a bound',
      'return [...counted].some((name) => compared.has(name)) || namesInDeadline(scope, keys);',
      'return false;',
    ],
  ]),
  ...inFile('model/relevance.ts', [
    [
      'functions that only call others on a transaction are passed over',
      'if (at.id) names.add(at.id.name);',
      '',
    ],
  ]),
  ...inFile('model/bindings.ts', [
    [
      'a variable that is assigned again is the same',
      'reference.isWrite() && reference.init !== true',
      'reference.isWrite() && reference.init === undefined',
    ],
  ]),
  ...inFile('model/traces.ts', [
    [
      'a file that says nothing of transactions is left',
      'sendoffsets|\\bcommit\\b|\\babort\\b',
      'sendoffsets',
    ],
  ]),
  ...inFile('flow/construction.ts', [
    [
      "a function that keeps a promise's functions keeps nothing",
      "(value.kind === 'function' && ([...value.captured.values()].some(isIn) || value.bound.some(isIn)));",
      'false;',
    ],
  ]),
  ...inFile('model/origins.ts', [
    [
      'a function that is given to somebody may be another one',
      "const isWhole = field.kind === 'function' || field.kind === 'member' || field.kind === 'native';",
      "const isWhole = field.kind === 'nil';",
    ],
  ]),
  ...inFile('flow/client-calls.ts', [
    ['a listener of a client is waited for', 'if (last.node.async) it.listeners.set(last.node, node);', ''],
    [
      "an error of the program's own may be one of the client's",
      'if (subject && isOwnError(subject)) return [valued(state, literal(false))];',
      '',
    ],
    [
      'a function that nobody calls leaves a promise',
      '!isAwaited(node) && !isMistaken ? [id] : []',
      '!isAwaited(node) ? [id] : []',
    ],
    ['an unseen callback is none', '(isCallable(last) || isTrailing(method, args))', 'isCallable(last)'],
  ]),
  ...inFile('flow/native-calls.ts', [
    [
      'nothing changes until a timer comes',
      'const called = meanwhile(it, state, first.node, (s) => callOwn(it, s, first, given, node, undefined));',
      'const called = callOwn(it, state, first, given, node, undefined);',
    ],
  ]),
  ...inFile('flow/reports.ts', [
    [
      "an error's text tells nothing",
      'if (fact.sorted && (fact.mask & ~mask & table.raised) !== 0n) return undefined;',
      '',
    ],
  ]),
  ...inFile('flow/list-calls.ts', [
    [
      'each turn takes the same record out of a list',
      'const known = drains ? items.map((item) => takenOut(it, item)) : items;',
      'const known = items;',
    ],
    [
      'a list is never empty',
      'owner.drained === true || (owner.many && owner.items.length === 0)',
      'owner.many && owner.items.length === 0',
    ],
  ]),
  ...inFile('flow/patterns.ts', [
    ['the first of any number may be none', '(!value.many || value.items.length > 0)', '!value.many'],
  ]),
  ...inFile('flow/results.ts', [
    ['code out of view always throws', 'if (node === call) return false;', 'return false;'],
    [
      'a pair says the value first',
      "first === 'error' ? [error, result]",
      "first === 'value' ? [error, result]",
    ],
  ]),
  ...inFile('flow/members.ts', [
    ['what is looked up is missing', "if (owner.absent === 'among others') return [];", ''],
    [
      'a field that nobody saw is missing',
      "if (owner.absent === 'alone') return [valued(state, unknown(`found@${it.idOf(node)}`))];",
      '',
    ],
  ]),
  ...inFile('flow/transactions.ts', [
    ['who finds no producer has none', 'return isAmong && !fact.held ?', 'return isAmong && fact.held ?'],
  ]),
  ...inFile('model/value.ts', [
    [
      'a list that is put away does not grow',
      'value.many || value.items.length > 1 ? value',
      'value ? value',
    ],
  ]),
  ...inFile('clients/rdkafka.ts', [
    [
      'a fatal error leaves the transaction as it is',
      "fields['code'] === LIBRDKAFKA_CODES.ERR__FATAL",
      "fields['code'] === 0",
    ],
  ]),
  ...inFile('flow/functions.ts', [
    ['a recursion changes its constants', 'if (!isSame && !isConstant)', 'if (!isSame)'],
    ['pieces of what failed are other records', 'requeued(it, state, given)', 'state'],
  ]),
  ...inFile('flow/error-tests.ts', [
    ['what a holder throws is never the client’s', 'if (it.ofHolders.has(error))', 'if (!error)'],
  ]),
];
