// rdkafka setTimeout with bind / args
import { Producer } from 'node-rdkafka';
const producer = new Producer({ 'transactional.id': 'g' });
export function run(v: string, cb: (e: unknown) => void) {
  producer.beginTransaction((e) => {
    if (e) { cb(e); return; }
    try { producer.produce('t', null, Buffer.from(v)); } catch (x) { producer.abortTransaction((a) => { if (a) console.error(a); cb(x); }); return; }
    commit(cb, 3);
  });
}
function commit(cb: (e: unknown) => void, left: number) {
  producer.commitTransaction((e) => {
    if (e?.isRetriable && left > 0) { setTimeout(commit.bind(null, cb, left - 1), 100); return; }
    cb(e);
  });
}
export function run2(v: string, cb: (e: unknown) => void) {
  producer.beginTransaction((e) => {
    if (e) { cb(e); return; }
    try { producer.produce('t', null, Buffer.from(v)); } catch (x) { producer.abortTransaction((a) => { if (a) console.error(a); cb(x); }); return; }
    let left = 3;
    (function attempt() { producer.commitTransaction((e) => { if (e?.isRetriable && left-- > 0) setTimeout(attempt, 100); else cb(e); }); })();
  });
}
