// rdkafka failure var then abort, cb(failure)
import { Producer } from 'node-rdkafka';
const producer = new Producer({ 'transactional.id': 'g' });
export function run(v: string, cb: (e: unknown) => void) {
  producer.beginTransaction((e) => {
    if (e) { cb(e); return; }
    let failure: unknown = null;
    try { producer.produce('t', null, Buffer.from(v)); } catch (x) { failure = x; }
    if (failure) { producer.abortTransaction((a) => { if (a) console.error(a); cb(failure); }); return; }
    producer.commitTransaction((e3) => { cb(e3); });
  });
}
