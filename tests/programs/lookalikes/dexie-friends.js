import Dexie from 'dexie';

export const db = new Dexie('friends');
db.version(1).stores({ friends: '++id, name, age', events: '++id, friend' });

export async function befriend(name, age) {
  try {
    await db.transaction('rw', db.friends, db.events, async (tx) => {
      const friend = await db.friends.add({ name, age });
      if (age < 18) {
        tx.abort();
      }
      db.events.add({ friend, at: Date.now() });
    });
  } catch (error) {
    switch (error.name) {
      case 'AbortError':
        console.log('too young');
        break;
      case 'TimeoutError':
        await befriend(name, age);
        break;
      default:
        console.error(error);
    }
  }
}

export function sync(producer) {
  db.friends.each((friend) => {
    producer.send({ topic: 'friends', messages: [friend] });
  });
}
