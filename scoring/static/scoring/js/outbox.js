/* What was saved on this device and is not yet confirmed: kept in IndexedDB, in order, until the server has it.
 *
 * An item: {seq, token, kind: "round" | "undo" | "declare", id, number, replaces, entries, round, device_at,
 *           earlier: [entries sent before they were changed], conflict: {number, theirs} | null, errors: […] | null}
 */

const DATABASE = "tischtabelle";
const STORE = "outbox";

/** A new request id, also where the page is not served by https. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function asPromise(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function openDatabase() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: "seq", autoIncrement: true }).createIndex("token", "token");
  };
  return asPromise(request);
}

/** The outbox of one sheet. `isSafe` is false where the browser keeps nothing: then it lives as long as the page. */
export async function openOutbox(token) {
  try {
    return new StoredOutbox(token, await openDatabase());
  } catch (error) {
    console.warn(error);
    return new PassingOutbox(token);
  }
}

class StoredOutbox {
  isSafe = true;

  constructor(token, database) {
    this.token = token;
    this.database = database;
  }

  /** Runs `work` with the store and waits until it is on the disk. */
  async write(work) {
    const transaction = this.database.transaction(STORE, "readwrite", { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
    const result = await asPromise(work(transaction.objectStore(STORE)));
    await done;
    return result;
  }

  list() {
    const store = this.database.transaction(STORE).objectStore(STORE);
    return asPromise(store.index("token").getAll(this.token));
  }

  get(seq) {
    return asPromise(this.database.transaction(STORE).objectStore(STORE).get(seq));
  }

  add(item) {
    return this.write((store) => store.add({ ...item, token: this.token }));
  }

  put(item) {
    return this.write((store) => store.put(item));
  }

  remove(seq) {
    return this.write((store) => store.delete(seq));
  }
}

class PassingOutbox {
  isSafe = false;
  items = new Map();
  last = 0;

  constructor(token) {
    this.token = token;
  }

  async list() {
    return [...this.items.values()];
  }

  async get(seq) {
    return this.items.get(seq);
  }

  async add(item) {
    this.last += 1;
    this.items.set(this.last, { ...item, token: this.token, seq: this.last });
    return this.last;
  }

  async put(item) {
    this.items.set(item.seq, item);
  }

  async remove(seq) {
    this.items.delete(seq);
  }
}
