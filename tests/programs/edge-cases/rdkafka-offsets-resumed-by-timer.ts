// rdkafka offsets resumed by timer
import { Producer } from 'node-rdkafka';
const producer = new Producer({ 'transactional.id': 'g' });
export function run(v: string, offs: any, consumer: any, cb: (e: unknown) => void) {
  producer.beginTransaction((e) => {
    if (e) { cb(e); return; }
    const offsets = () => producer.sendOffsetsToTransaction(offs, consumer, (e2) => {
      if (e2?.isRetriable) { setTimeout(offsets, 100); return; }
      if (e2) { producer.abortTransaction((a) => { if (a) console.error(a); cb(e2); }); return; }
      producer.commitTransaction((e3) => { cb(e3); });
    });
    offsets();
  });
}
